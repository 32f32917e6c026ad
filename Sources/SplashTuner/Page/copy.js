// Copies text to the clipboard, also over plain HTTP, where browsers offer pages no clipboard API.

import { toast } from "./dom.js";
import { text } from "./texts.js";

/** Copies the text of an element. */
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
