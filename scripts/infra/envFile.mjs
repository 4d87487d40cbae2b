import fs from "node:fs";
import { Refusal } from "./refusal.mjs";

const LINE = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;

function readValue(text, refuse) {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text.replace(/\s+#.*$/, "").trim();
  const end = text.indexOf(quote, 1);
  if (end < 0 || !/^\s*(#.*)?$/.test(text.slice(end + 1))) refuse();
  return text.slice(1, end);
}

/**
 * Reads the text of an env file: `NAME=value` a line, `#` comments, single or double quotes around a value that has
 * spaces or a `#`. Nothing is expanded. Refuses a line it does not understand, by its number.
 */
export function parseEnvFile(text, name = ".env") {
  const values = {};
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .forEach((raw, index) => {
      const line = raw.trim();
      if (line === "" || line.startsWith("#")) return;
      const refuse = () => {
        throw new Refusal(
          `Line ${index + 1} of ${name} is not NAME=value.`,
          "Write one variable a line; values with spaces or # go in quotes.",
        );
      };
      const match = LINE.exec(line);
      if (!match) return refuse();
      values[match[1]] = readValue(match[2], refuse);
    });
  return values;
}

/** The variables of the process over those of the file, which may be absent. Empty ones count as not set. */
export function readEnvironment(file, own = process.env) {
  let values = {};
  try {
    values = parseEnvFile(fs.readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error.code !== "ENOENT") throw new Refusal(`${file} cannot be read (${error.code}).`, "Make it a readable file, or remove it.");
  }
  const merged = { ...values };
  // An empty variable of one's own still overrules the file: that is how a line of the file is switched off.
  for (const [key, value] of Object.entries(own)) if (value !== undefined) merged[key] = value;
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}
