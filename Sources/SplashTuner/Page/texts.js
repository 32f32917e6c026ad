// Texts of the page in the browser's language: English or German.

import { germanHelp } from "./help-de.js";
import { englishHelp } from "./help-en.js";
import { refusal } from "./refusals-de.js";
import { german } from "./text-de.js";
import { english } from "./text-en.js";
import { patterns, settings, words } from "./words-de.js";

const tables = { en: { ...english, ...englishHelp }, de: { ...german, ...germanHelp } };

/** The language of the page: the first of the browser's languages that has a table. */
export const language = navigator.languages.map((name) => name.toLowerCase().split("-")[0])
  .find((name) => name in tables) ?? "en";
const table = tables[language];

/** A text of the page, with values in the place of words in braces. */
export function text(key, values = {}) {
  return table[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Whether the page has a text. */
export const hasText = (key) => Object.hasOwn(table, key);

/** Translates a text of the tuner, as far as the language has words for it. */
export function said(sentence) {
  if (language === "en") return sentence;
  if (Object.hasOwn(words, sentence)) return words[sentence];
  const [pattern, meant] = patterns.find(([pattern]) => pattern.test(sentence)) ?? [];
  return pattern ? sentence.replace(pattern, meant) : refusal(sentence);
}

/** Translates the names of settings and colors in a greeting. */
export function spoken(greeting) {
  if (language === "en") return greeting;
  const named = (list) => list?.map((entry) => ({ ...entry, ...(entry.name ? { name: said(entry.name) } : { label: said(entry.label) }) }));
  const fields = greeting.fields.map((field) => {
    const [label, help] = settings[field.key] ?? [field.label, field.help];
    const control = { ...field.control, names: named(field.control.names), parts: named(field.control.parts) };
    return { ...field, label, help, section: field.section && said(field.section), control };
  });
  return { ...greeting, fields };
}

/** Fills in the texts of all elements that name one in a data attribute. */
export function fillPage() {
  document.documentElement.lang = language;
  for (const [name, attribute] of [["label", "aria-label"], ["title", "title"], ["placeholder", "placeholder"]]) {
    for (const element of document.querySelectorAll(`[data-${name}]`)) {
      element.setAttribute(attribute, text(element.dataset[name]));
    }
  }
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
}
