import type { NumberReading } from "@balcao/domain/phones";
import { COUNTRIES, digitsOf, isContactNumber } from "@balcao/domain/contacts";
import { invalidField } from "@balcao/contracts/errors";
import type { Services } from "../kernel/index.js";

/** Reads one number that somebody wrote. */
export type NumberReader = (written: string) => NumberReading;

/** The company's reader of written numbers, which also writes those of exports. */
export interface CompanyNumbers {
  readonly read: NumberReader;
  readonly write: (digits: string) => string;
  /** The calling code of the company's country. */
  readonly code: string;
}

/** Numbering plans hold some 10 MB and take a tenth of a second to load, so they come with the first number. */
export async function companyNumbers({ directory }: Pick<Services, "directory">): Promise<CompanyNumbers> {
  const { readNumber, writeNumber } = await import("@balcao/domain/phones");
  const { companyCountry } = directory.current().settings;
  return {
    read: (written) => readNumber(written, companyCountry),
    write: (digits) => writeNumber(digits, companyCountry),
    code: COUNTRIES.find(({ iso }) => iso === companyCountry)?.code ?? "",
  };
}

/** Digits that people write without their country may be a number that no plan knows: the documented bounds decide [D-128]. */
const BOUNDED: ReadonlySet<string> = new Set(["noAreaCode", "short", "long", "implausible", "country"]);

/**
 * Reads the number of a contact that a person or a call gives, and returns its digits.
 * What is no number of any plan is taken as written within the documented bounds, unless it names its
 * country. Throws ERR_VALIDATION with the problem as the rule of the field `number`.
 */
export async function readContactNumber(services: Pick<Services, "directory">, written: string): Promise<string> {
  const { read } = await companyNumbers(services);
  const reading = read(written);
  if (reading.ok) return reading.digits;
  const digits = digitsOf(written);
  if (!isContactNumber(digits)) throw invalidField("number", "digits");
  const isBounded = reading.isInternational ? reading.problem === "long" : BOUNDED.has(reading.problem);
  if (!isBounded) throw invalidField("number", reading.problem);
  return digits;
}
