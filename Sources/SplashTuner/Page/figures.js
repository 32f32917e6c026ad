// Figures of the last frames, and warnings about settings without an effect.

import { byId, make, percent, showList } from "./dom.js";
import { said, text } from "./texts.js";

const exact = (share) => (share == null ? "–" : `${(share * 100).toFixed(2)} %`);

export class Figures {
  constructor(page) {
    page.live.on("measurements", (figures) => {
      showNumbers(figures, page.greeting.budget);
      showWarnings(page);
    });
    page.on("status", () => showWarnings(page));
  }
}

/** The numbers under the command line. */
function showNumbers({ work, kept, flicker, gains, rate }, { ms, fps }) {
  byId("work").textContent = work ? text("work", { median: work.median.toFixed(1), budget: ms.toFixed(1) }) : "–";
  byId("work").title = work
    ? text("work.title", { median: work.median.toFixed(1), p99: work.p99.toFixed(1), budget: ms.toFixed(1), fps })
    : "";
  byId("load").value = work ? work.median / ms : 0;
  byId("rate").textContent = text("rate", { rate: rate.toFixed(0) });
  byId("kept").textContent = kept == null ? "–" : kept > 0 && kept < 0.01 ? `${(100 * kept).toFixed(1)} %` : percent(kept);
  byId("flicker").textContent = exact(flicker);
  byId("gains").textContent = gains.map((gain) => gain.toFixed(2)).join(" · ");
}

function showWarnings(page) {
  const warnings = [...(page.status?.warnings ?? []), ...(page.measurements?.warnings ?? [])].map(said);
  const list = byId("warnings");
  if (list.dataset.text === warnings.join("\n")) return;
  list.dataset.text = warnings.join("\n");
  // An empty list is skipped by the Tab key.
  list.tabIndex = warnings.length ? 0 : -1;
  showList(list.firstElementChild, warnings, {
    make: () => make("li"), show: (row, line) => { row.textContent = line; },
  });
}
