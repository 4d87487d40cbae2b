import { whatsappVersionOf } from "./connectors.js";

describe("the version of WhatsApp Web that API 2 reports", () => {
  it("is that of the setting, else that of the environment, else the library's own [D-290]", () => {
    expect(whatsappVersionOf("2.3000.7", [1, 2, 3])).toEqual([2, 3000, 7]);
    expect(whatsappVersionOf("", [1, 2, 3])).toEqual([1, 2, 3]);
    expect(whatsappVersionOf("", undefined)).toBeUndefined();
  });
});
