import fc from "fast-check";
import { formatPhone } from "../contacts/index.js";
import { readNumber, writeNumber } from "./index.js";

const read = (written: string, home = "BR") => {
  const reading = readNumber(written, home);
  return reading.ok ? [reading.digits, ...reading.added, ...(reading.isAbroad ? ["abroad"] : [])] : reading.problem;
};

describe("readNumber", () => {
  it.each([
    ["5511986000001", ["5511986000001"]],
    ["11986000002", ["5511986000002", "country"]],
    ["011 98600-0003", ["5511986000003", "country"]],
    ["(11) 98600-0004", ["5511986000004", "country"]],
    ["+55 11 98600-0005", ["5511986000005"]],
    ["551133330006", ["551133330006"]],
    ["5511986000007.0", ["5511986000007"]],
    ["551186000012", ["5511986000012", "mobileDigit"]],
    ["+54 9 11 2345-6789", ["5491123456789", "abroad"]],
    ["00351912345678", ["351912345678", "abroad"]],
    ["0xx11 98600-0015", ["5511986000015", "country"]],
    ["\u00a05511986000016\u00a0", ["5511986000016"]],
    ["(51) 98000-0000", ["5551980000000", "country"]],
    ["55 98600-0001", ["5555986000001", "country"]],
    ["1133330006", ["551133330006", "country"]],
    ["1186000012", ["5511986000012", "country", "mobileDigit"]],
    ["0 15 11 98600-0015", ["5511986000015", "country"]],
    ["(0**11) 98600.0015", ["5511986000015", "country"]],
    ["+55 (011) 98600-0015", ["5511986000015"]],
    ["005511986000016", ["5511986000016"]],
    ["+555511986000016", ["5511986000016"]],
    ["(+55) 11 98600\u20110016", ["5511986000016"]],
    ["'5511986000016", ["5511986000016"]],
    ["\u202a+55 11 98600-0016\u202c", ["5511986000016"]],
    ["5.511.986.000.016,00", ["5511986000016"]],
    ["Cel: 11 98600-0013 (Maria)", ["5511986000013", "country"]],
    ["https://wa.me/5511986000013", ["5511986000013"]],
    ["+55 11 98600-0009 ::: +55 11 98600-0009", ["5511986000009"]],
    ["0800 777 1234", ["558007771234", "country"]],
    ["4004-1234", ["5540041234", "country"]],
    ["525512345678", ["5215512345678", "mobileDigit", "abroad"]],
    ["+521 55 1234 5678", ["5215512345678", "abroad"]],
    ["351912345678", ["351912345678", "abroad"]],
    ["12025550123", ["12025550123", "abroad"]],
    ["+51 980 000 000", ["51980000000", "abroad"]],
  ])("reads %j for a company in Brazil [D-263]", (written, expected) => {
    expect(read(written)).toEqual(expected);
  });

  it.each([
    ["5,51199E+12", "exponent"],
    ["+55 11 98600-0009 ::: +55 11 3333-0009", "several"],
    ["5511986000010 / 5511986000011", "several"],
    ["11 98600-0010\n11 98600-0011", "several"],
    ["5511986000010 5511986000011", "long"],
    ["551133330014 ramal 22", "extension"],
    ["(11) 3333-0014 r. 22", "extension"],
    ["11 3333-0014 x22", "extension"],
    ["ligar depois 98600-0013", "noAreaCode"],
    ["986000019", "noAreaCode"],
    ["+55 98600-0013", "noAreaCode"],
    ["5511986000007.5", "decimals"],
    ["1234567", "short"],
    ["1234567890123456", "long"],
    ["9".repeat(50), "long"],
    ["(20) 98600-0001", "implausible"],
    ["5520986000001", "implausible"],
    ["11 18600-0001", "implausible"],
    ["+999 12345678", "country"],
    ["+351 91", "short"],
    ["+351 1234 567 890 12", "implausible"],
    ["", "none"],
    ["sem número", "none"],
    ["(".repeat(30_000), "long"],
  ])("names why %j is no number [D-263]", (written, problem) => {
    expect(read(written)).toBe(problem);
  });

  it.each([
    ["912 345 678", "PT", ["351912345678", "country"]],
    ["351912345678", "PT", ["351912345678"]],
    ["5511986000001", "PT", ["5511986000001", "abroad"]],
    ["11 15 2345-6789", "AR", ["5491123456789", "country"]],
    ["55 1234 5678", "MX", ["5215512345678", "country", "mobileDigit"]],
    ["(202) 555-0123", "US", ["12025550123", "country"]],
    ["123456", "PT", "short"],
    ["123456789", "PT", "implausible"],
    ["11986000001", "XX", "implausible"],
  ])("reads %j for a company in %s [D-263]", (written, home, expected) => {
    expect(read(written, home)).toEqual(expected);
  });

  it("reads again what it wrote, as itself, whatever the company's country", () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."0123456789+() .-"), maxLength: 24 }),
      fc.integer({ min: 11, max: 99 }).chain((area) => fc.integer({ min: 2e7, max: 999_999_999 }).map((local) => `${area}${local}`)),
    );
    fc.assert(
      fc.property(text, fc.constantFrom("BR", "PT", "MX", "AR", "US"), (written, home) => {
        const reading = readNumber(written, home);
        if (!reading.ok) return;
        for (const again of [`+${reading.digits}`, formatPhone(reading.digits), writeNumber(reading.digits, home)])
          expect(readNumber(again, home)).toMatchObject({ ok: true, digits: reading.digits });
      }),
      { numRuns: 2_000 },
    );
  });

  it("writes a number that would be read as one of the company's country with its sign alone [D-134, D-263]", () => {
    expect(["5511986000001", "51980000000", "351912345678", "123"].map((digits) => writeNumber(digits, "BR"))).toEqual([
      "5511986000001",
      "+51980000000",
      "351912345678",
      "123",
    ]);
  });
});
