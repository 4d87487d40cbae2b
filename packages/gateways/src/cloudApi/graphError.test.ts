import { isBlock, kindOf, leavesDoubt, refusalIn, toGatewayError, toProviderError, type RefusalKind } from "./graphError.js";

const CODES: Readonly<Record<RefusalKind, readonly number[]>> = {
  auth: [0, 3, 10, 190, 200, 250, 299, 368, 131031],
  rateLimited: [4, 80007, 130429, 131048, 131056, 131064, 133016],
  transient: [1, 2, 131000, 131016, 131057],
  recipient: [130472, 130497, 131021, 131026, 131030, 131047, 131049, 131050, 131062, 131063],
  media: [131051, 131052, 131053],
  invalid: [5, 100, 199, 300, 132000, 999999],
};

it("knows the kind of each code, which of them block the account, and which leave the outcome open", () => {
  const all = Object.values(CODES).flat();
  for (const [kind, codes] of Object.entries(CODES))
    expect(codes.map((code) => [code, kindOf(code)])).toEqual(codes.map((code) => [code, kind]));
  expect(all.filter(isBlock)).toEqual([368, 131031]);
  expect(all.filter(leavesDoubt)).toEqual([1, 2, 131000]);
});

const answer = (error: unknown) => ({ error }) as Parameters<typeof refusalIn>[0];

it("reads a refusal in the words for people where there are some, and no credentials", () => {
  expect(refusalIn(null, "t")).toBeNull();
  expect(refusalIn({}, "t")).toBeNull();
  expect(refusalIn(answer({ message: "no code" }), "t")).toBeNull();
  expect(refusalIn(answer({ code: 100 }), "")).toEqual({ code: 100, subcode: null, title: "", message: "", details: "" });
  const told = {
    code: 100,
    error_subcode: 33,
    error_user_title: "Título secreto",
    error_user_msg: "para pessoas EAAabcdef-1",
    message: "para programas",
    error_data: { details: "access_token=abc fim" },
  };
  expect(refusalIn(answer(told), "secreto")).toEqual({
    code: 100,
    subcode: 33,
    title: "Título …",
    message: "para pessoas …",
    details: "… fim",
  });
  expect(refusalIn(answer({ code: 1, message: "para programas" }), "t")).toMatchObject({ message: "para programas" });
  expect(refusalIn(answer({ code: 1, message: "x".repeat(900) }), "")?.message).toHaveLength(500);
});

it("keeps what Meta says of a message, each part as long as is stored", () => {
  const long = "x".repeat(900);
  const { title, message, details, code } = toProviderError({ code: 131026, title: long, message: long, error_data: { details: long } });
  expect([code, title.length, message.length, details.length]).toEqual([131026, 500, 500, 500]);
  expect(toProviderError(null)).toEqual({ code: null, title: "", message: "", details: "" });
});

it("is an error of the port with the more specific code and the words that there are", () => {
  const refusal = { code: 190, subcode: 463, title: "", message: "expirou", details: "hoje" };
  expect(toGatewayError("the send", refusal, 7)).toMatchObject({
    kind: "auth",
    message: "the send: expirou: hoje",
    providerCode: 463,
    retryAfterMs: 7,
  });
  expect(toGatewayError("x", { ...refusal, subcode: null }, null)).toMatchObject({ providerCode: 190, retryAfterMs: null });
});
