// What the last pictures were like, in numbers, and what cannot work as asked.

import { byId, make } from "./dom.js";

const percent = (share) => (share == null ? "–" : `${(share * 100).toFixed(2)} %`);

/** The numbers under the command line. */
export function showFigures({ work, kept, flicker, gains, rate }, { ms, fps }) {
  byId("work").textContent = work ? `${work.median.toFixed(1)} of ${ms.toFixed(1)} ms` : "–";
  byId("work").title = work
    ? `Half of the pictures take less than ${work.median.toFixed(1)} ms, 99 of 100 less than ${work.p99.toFixed(1)} ms. `
      + `At ${fps} pictures a second there are ${ms.toFixed(1)} ms for each; what takes longer here may still be quick enough for a file.`
    : "";
  byId("load").value = work ? work.median / ms : 0;
  byId("rate").textContent = `${rate.toFixed(0)} fps`;
  byId("kept").textContent = percent(kept);
  byId("flicker").textContent = percent(flicker);
  byId("gains").textContent = gains.map((gain) => gain.toFixed(2)).join(" · ");
}

export function showWarnings(page) {
  const warnings = [...(page.status?.warnings ?? []), ...(page.measurements?.warnings ?? [])];
  const list = byId("warnings");
  if (list.dataset.text === warnings.join("\n")) return;
  list.dataset.text = warnings.join("\n");
  list.replaceChildren(...warnings.map((text) => make("li", { textContent: text })));
}
