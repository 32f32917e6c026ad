// How much of each step of a look there is, over the picture as it was before it: "noir:0.7".

const written = /:(\d*\.?\d+)$/;

function parts(word) {
  const share = written.exec(word);
  return share ? { step: word.slice(0, share.index), amount: Number(share[1]) } : { step: word, amount: 1 };
}

function takesAmount(word) { return word !== "transparent"; }

/** The steps of a look in full. */
export function bare(steps) { return steps.map((word) => (takesAmount(word) ? parts(word).step : word)); }

/** How much of the last step there is; nothing where none can be mixed. */
export function amountOf(steps) {
  const last = steps.filter(takesAmount).at(-1);
  return last && parts(last).amount;
}

/** The steps with so much of each. A name that ends like an amount gets one of its own. */
export function withAmount(steps, amount) {
  return bare(steps).map((step) => (
    takesAmount(step) && (amount < 1 || written.test(step)) ? `${step}:${amount}` : step));
}
