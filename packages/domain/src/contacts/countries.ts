import { formatPhone } from "./phone.js";

/** A country and its calling code. */
interface Country {
  readonly iso: string;
  readonly code: string;
}

/** The country of a company that has chosen none (CONTACT-012, D-263). */
const HOME_COUNTRY = "BR";

// prettier-ignore
const CODES =
  "AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AR54 AT43 AU61 AW297 AZ994 BA387 BB1246 BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BM1441 BN673 BO591 BR55 BS1242 BT975 BW267 BY375 BZ501 " +
  "CA1 CD243 CF236 CG242 CH41 CI225 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CY357 CZ420 DE49 DJ253 DK45 DM1767 DO1809 DZ213 EC593 EE372 EG20 ER291 ES34 ET251 FI358 FJ679 FR33 GA241 GB44 " +
  "GD1473 GE995 GF594 GH233 GI350 GM220 GN224 GP590 GQ240 GR30 GT502 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IN91 IQ964 IR98 IS354 IT39 JM1876 JO962 JP81 KE254 KG996 KH855 " +
  "KM269 KN1869 KR82 KW965 KY1345 KZ7 LA856 LB961 LC1758 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MG261 MK389 ML223 MM95 MN976 MO853 MQ596 MR222 MT356 MU230 MV960 " +
  "MW265 MX52 MY60 MZ258 NA264 NE227 NG234 NI505 NL31 NO47 NP977 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PR1787 PS970 PT351 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 " +
  "SE46 SG65 SI386 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SY963 SZ268 TD235 TG228 TH66 TJ992 TL670 TM993 TN216 TO676 TR90 TT1868 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VC1784 " +
  "VE58 VG1284 VI1340 VN84 VU678 WS685 XK383 YE967 ZA27 ZM260 ZW263";

/** Every country that has a calling code of its own, or shares one. */
export const COUNTRIES: readonly Country[] = CODES.split(" ").map((entry) => ({ iso: entry.slice(0, 2), code: entry.slice(2) }));

/** The countries that are meant by a code that several of them share. */
const CHIEF: Readonly<Record<string, string>> = { "1": "US", "7": "RU" };

/** A number in two parts; `iso` is null where no country has such a code. */
interface SplitPhone {
  readonly iso: string | null;
  readonly national: string;
}

/** Splits the digits of an international number after its country's code. */
export function splitPhone(digits: string): SplitPhone {
  for (const length of [4, 3, 2, 1]) {
    const code = digits.slice(0, length);
    const found = COUNTRIES.find((country) => country.code === code);
    if (found && code.length === length) return { iso: CHIEF[code] ?? found.iso, national: digits.slice(length) };
  }
  return { iso: null, national: digits };
}

/** A country's number as people write it: in Brazil `(11) 91234-5678`, elsewhere its digits. */
export const formatNational = (iso: string | null, national: string): string =>
  iso === HOME_COUNTRY ? formatPhone(`55${national}`).replace(/^\+55 ?/, "") : national;

/** The international number of a country's number; digits that begin with `+` are international already. */
export function joinPhone(iso: string | null, typed: string): string {
  const digits = typed.replace(/\D/g, "");
  if (typed.trim().startsWith("+") || digits === "") return digits;
  return `${COUNTRIES.find((country) => country.iso === iso)?.code ?? ""}${digits}`;
}

/**
 * The zones of the numbers that begin so, the longest beginnings first within a country. A large country without its area codes
 * here counts by where most of its people live.
 */
// prettier-ignore
const ZONES: readonly (readonly [zone: string, beginnings: string])[] = [
  ["America/Rio_Branco", "5568"], ["America/Manaus", "5592 5597 5595 5569"], ["America/Cuiaba", "5565 5566 5567"], ["America/Sao_Paulo", "55"],
  ["America/Argentina/Buenos_Aires", "54"], ["America/Santiago", "56"], ["America/Bogota", "57"], ["America/Caracas", "58"],
  ["America/Lima", "51"], ["America/La_Paz", "591"], ["America/Guayaquil", "593"], ["America/Asuncion", "595"],
  ["America/Montevideo", "598"], ["America/Mexico_City", "52"], ["America/New_York", "1"],
  ["Europe/Lisbon", "351"], ["Europe/London", "44"], ["Europe/Dublin", "353"], ["Europe/Madrid", "34"], ["Europe/Paris", "33"],
  ["Europe/Rome", "39"], ["Europe/Berlin", "49"], ["Europe/Zurich", "41"], ["Europe/Amsterdam", "31"], ["Europe/Brussels", "32"],
  ["Africa/Luanda", "244"], ["Africa/Maputo", "258"], ["Atlantic/Cape_Verde", "238"], ["Africa/Johannesburg", "27"],
  ["Asia/Tokyo", "81"], ["Asia/Shanghai", "86"], ["Asia/Seoul", "82"], ["Asia/Kolkata", "91"], ["Asia/Jerusalem", "972"],
  ["Asia/Beirut", "961"], ["Australia/Sydney", "61"],
];
const LONGEST = 4;
const BY_BEGINNING: ReadonlyMap<string, string> = new Map(
  ZONES.flatMap(([zone, beginnings]) => beginnings.split(" ").map((beginning): [string, string] => [beginning, zone])),
);

/** The zone in which most people with a number that begins with these digits live; null where it is not known. */
export function zoneOfNumber(digits: string): string | null {
  for (let length = LONGEST; length > 0; length -= 1) {
    const zone = BY_BEGINNING.get(digits.slice(0, length));
    if (zone !== undefined) return zone;
  }
  return null;
}
