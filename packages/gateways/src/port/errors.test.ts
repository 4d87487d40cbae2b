import { GATEWAY_ERROR_CODES } from "@balcao/domain/connections";
import { GATEWAY_ERROR_KINDS, GatewayError } from "./errors.js";

describe("an error of a gateway", () => {
  it.each(GATEWAY_ERROR_KINDS)("of kind %s has a code for people beside the text for the log", (kind) => {
    const error = new GatewayError(kind, "WuzAPI POST /chat/send/edit: 500");
    expect(GATEWAY_ERROR_CODES).toContain(error.code);
    expect([error.message, error.code.includes("WuzAPI")]).toEqual(["WuzAPI POST /chat/send/edit: 500", false]);
  });

  it("may carry a more exact code than its kind has", () => {
    expect(new GatewayError("invalid", "too late", { code: "ERR_GATEWAY_TOO_LATE" }).code).toBe("ERR_GATEWAY_TOO_LATE");
  });
});
