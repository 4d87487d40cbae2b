/** The value of a data attribute that is set or absent: `data-open={flag(open)}`. */
export const flag = (on: boolean): true | undefined => (on ? true : undefined);
