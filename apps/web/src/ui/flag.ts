/** A data attribute that is there or not: `data-open={flag(open)}`. */
export const flag = (on: boolean): true | undefined => (on ? true : undefined);
