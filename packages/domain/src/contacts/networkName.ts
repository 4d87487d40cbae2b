const LONGEST = 255;

/** A name that a network sent, at most 255 characters of it: whoever writes chooses it, and contacts are found by an index of names. */
export const networkName = (name: string): string => name.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "");
