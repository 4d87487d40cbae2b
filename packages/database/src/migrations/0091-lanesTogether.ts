/** `take_lanes` took its place before the baseline was written. */
export const lanesTogether = {
  name: "0091-lanesTogether",
  contracts: ["function take_lane(integer,integer)"],
  sql: `
DROP FUNCTION take_lane(int, int);
`,
} as const;
