const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;
const HTTPS = /^https:\/\/([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+)(:\d{1,5})?((?:\/[\w.~%-]+)*)\/?$/i;

/**
 * The address of a chatbot as it is stored: https, without a trailing slash; a host without scheme
 * gets https (D-149). An empty text stays empty; null when it is not a valid address.
 */
export function toTypebotAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const [, host, port = "", path = ""] = HTTPS.exec(HAS_SCHEME.test(trimmed) ? trimmed : `https://${trimmed}`) ?? [];
  return host === undefined ? null : `https://${host.toLowerCase()}${port}${path}`;
}
