const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as HTML shows it. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

/** An element with a text. */
export const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`;

/** An instant as people write it, in the company's zone. */
export const toMoment = (at: Date | string, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone }).format(new Date(at));

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem;margin-top:1.5rem}dt{font-weight:600}dd{margin:0 0 .5rem}
.m{margin:.5rem 0;padding:.5rem .75rem;border:1px solid #ddd;border-radius:.5rem;white-space:pre-wrap;overflow-wrap:anywhere}
.m small{display:block;color:#555;white-space:normal}.us{background:#f3f7f5}`;

/** The beginning of a page that needs nothing beside itself, and runs nothing. */
export const beginPage = (language: string, title: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>\n`;

export const END_PAGE = "</body></html>\n";

/** A whole page of parts that are HTML already. */
export const page = (language: string, title: string, parts: readonly string[]): string =>
  `${beginPage(language, title)}${parts.join("\n")}\n${END_PAGE}`;
