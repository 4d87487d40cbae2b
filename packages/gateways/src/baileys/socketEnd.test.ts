import { socketEnd } from "./socketEnd.js";

const failure = (more: object): Error => Object.assign(new Error("fim"), more);
const YEAR_MS = 366 * 24 * 3_600_000;

it.each<[string, Error | undefined, object]>([
  ["nothing", undefined, { code: undefined, message: "", isUnreachable: false, banMs: 0 }],
  ["an error alone", failure({}), { code: undefined, message: "fim", banMs: 0 }],
  ["a status", failure({ output: { statusCode: 401 } }), { code: 401 }],
  ["an output without a status", failure({ output: null, data: null }), { code: undefined, banMs: 0 }],
  ["a ban", failure({ output: { statusCode: 402 }, data: { expire: "3600" } }), { code: 402, banMs: 3_600_000 }],
  ["a ban for ever", failure({ data: { expire: 10 ** 12 } }), { banMs: YEAR_MS }],
  ["a ban that is over", failure({ data: { expire: -5 } }), { banMs: 0 }],
  ["a ban in words", failure({ data: { expire: "soon" } }), { banMs: 0 }],
  ["other data", failure({ data: { reason: "x" } }), { banMs: 0 }],
])("reads how a socket ended from %s", (_what, error, end) => {
  expect(socketEnd(error)).toMatchObject(end);
});
