import { invoiceCode } from "./index.js";

describe("the access code of the invoices", () => {
  it("is the last six digits of tax id times day [SHELL-036, D-020]", () => {
    // 12345678 × 7 = 86419746, and × 31 = 382716018.
    expect(invoiceCode("12345678000195", new Date("2025-03-07T15:00:00Z"), "America/Sao_Paulo")).toBe("419746");
    expect(invoiceCode("12345678000195", new Date("2025-03-31T15:00:00Z"), "America/Sao_Paulo")).toBe("716018");
  });

  it("has six digits for every tax id [D-020]", () => {
    expect(invoiceCode("00000012000199", new Date("2025-03-07T15:00:00Z"), "America/Sao_Paulo")).toBe("000084");
  });

  it("changes at midnight of the company's zone [D-020]", () => {
    const lateEvening = new Date("2025-03-08T02:59:00Z");
    expect(invoiceCode("12345678000195", lateEvening, "America/Sao_Paulo")).toBe("419746");
    expect(invoiceCode("12345678000195", lateEvening, "UTC")).toBe(String(12_345_678 * 8).slice(-6));
  });
});
