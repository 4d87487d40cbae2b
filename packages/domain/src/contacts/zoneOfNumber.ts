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
