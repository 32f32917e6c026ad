// The amounts of the steps of a look: "noir:0.7" mixes noir with the picture before it.

const written = /:(\d*\.?\d+)$/;

function parts(word) {
  const share = written.exec(word);
  return share ? { step: word.slice(0, share.index), amount: Number(share[1]) } : { step: word, amount: 1 };
}

function takesAmount(word) { return word !== "transparent"; }

/** The steps of a look without amounts. */
export function bare(steps) { return steps.map((word) => (takesAmount(word) ? parts(word).step : word)); }

/** The amount of the last step that takes one, 0 to 1; undefined if none does. */
export function amountOf(steps) {
  const last = steps.filter(takesAmount).at(-1);
  return last && parts(last).amount;
}

/** Sets the amount of all steps. A step whose name ends like an amount gets one even if it is 1. */
export function withAmount(steps, amount) {
  return bare(steps).map((step) => (
    takesAmount(step) && (amount < 1 || written.test(step)) ? `${step}:${amount}` : step));
}
