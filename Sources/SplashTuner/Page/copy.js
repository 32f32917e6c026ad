// Text into the clipboard, also where the browser has no clipboard for pages: over plain HTTP.

import { toast } from "./dom.js";
import { text } from "./texts.js";

/** Copies what an element says. */
export async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
  } catch {
    if (!copySelected(element)) return toast(text("copy.byHand"));
  }
  toast(text("copied"));
}

function copySelected(element) {
  const selection = getSelection();
  selection.selectAllChildren(element);
  const isCopied = document.execCommand("copy");
  if (isCopied) selection.removeAllRanges();
  return isCopied;
}
