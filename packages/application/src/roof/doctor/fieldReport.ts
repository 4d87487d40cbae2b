import { readFieldFacts, type FieldFact } from "@balcao/database/doctor";
import type { Sql } from "@balcao/database/sql";
import type { Finding } from "./finding.js";

/** A word of ours or of a provider's: a state, a code, the name of an event. */
const WORD = /^[A-Za-z][A-Za-z0-9_.:/-]{0,59}$/;
/** Longer ones may be somebody's number. */
const LONG_DIGITS = /\d{6}/;
/** The fields of a log line that hold ids of ours, counts and codes. */
const FIELDS = [
  "connectionId",
  "code",
  "act",
  "status",
  "before",
  "reason",
  "kind",
  "api",
  "attempt",
  "failures",
  "epoch",
  "share",
] as const;
const SHOWN_LEVELS: ReadonlySet<unknown> = new Set(["warn", "error", "fatal", 40, 50, 60]);
const SESSION_SENTENCES = /session|number|connection|WhatsApp|gateway/i;
/** The newest lines that go into a report. */
const MOST_LINES = 2_000;

/** A value that tells nothing about anybody; anything else is left out. */
function toWord(value: unknown): string | null {
  if (typeof value === "number") return Math.abs(value) < 100_000 ? String(value) : null;
  return typeof value === "string" && WORD.test(value) && !LONG_DIGITS.test(value) ? value : null;
}

type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry => typeof value === "object" && value !== null;

/** The entry of a log line of the program's own; null for any other line. */
function readEntry(line: string): Entry | null {
  try {
    const entry: unknown = JSON.parse(line);
    return isEntry(entry) ? entry : null;
  } catch {
    return null;
  }
}

function toInstant(time: unknown): string {
  const at = new Date(typeof time === "number" || typeof time === "string" ? time : Number.NaN);
  return Number.isNaN(at.getTime()) ? "-" : at.toISOString();
}

/** What a log line says about sessions or of a fault, where it is a sentence of the program itself; null for any other line. */
function toLogLine(line: string, isOwnSentence: (text: string) => boolean): string | null {
  const entry = readEntry(line);
  const { time, level, name, msg, err } = entry ?? {};
  if (entry === null || typeof msg !== "string" || !isOwnSentence(msg)) return null;
  if (!SHOWN_LEVELS.has(level) && !SESSION_SENTENCES.test(msg)) return null;
  const isOurs = (value: unknown): boolean => typeof value !== "string" || isOwnSentence(value);
  const facts = FIELDS.flatMap((field) => {
    const word = isOurs(entry[field]) ? toWord(entry[field]) : null;
    return word === null ? [] : [`${field}=${word}`];
  });
  const errors = isEntry(err) ? [err["type"], err["code"], err["kind"]].flatMap((value) => toWord(value) ?? []) : [];
  return `${toInstant(time)} ${toWord(level) ?? "-"} ${toWord(name) ?? "-"}: ${[msg, ...facts, ...errors].join(" ")}`;
}

const toFactLine = ({ about, connectionId, words, count, at }: FieldFact): string =>
  `${about} ${connectionId}: ${words.map((word) => (word === null ? "-" : (toWord(word) ?? "(left out)"))).join(" ")} ${count} ${at?.toISOString() ?? "-"}`;

interface FieldReport {
  readonly at: Date;
  /** Programs and libraries with their versions; null for one that is not installed here. */
  readonly versions: Readonly<Record<string, string | null>>;
  readonly findings: readonly Finding[];
  /** Lines of logs, oldest first. */
  readonly logs: readonly string[];
  /** Whether the program itself says this sentence. */
  readonly isOwnSentence: (text: string) => boolean;
}

/**
 * Makes a report about connectors that may be given away: versions, states, counts and the program's own sentences, without a text, a name or a
 * number of anybody (docs/FIELD-TEST.md).
 */
export async function readFieldReport(sql: Sql, { at, versions, findings, logs, isOwnSentence }: FieldReport): Promise<string> {
  // A database that cannot be asked, or is not migrated, is a fault among the findings.
  const facts = await readFieldFacts(sql).catch(() => null);
  const lines = logs.flatMap((line) => toLogLine(line, isOwnSentence) ?? []);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["Versions", Object.entries(versions).map(([name, version]) => `${name}: ${version ?? "not installed here"}`)],
    ["Doctor", findings.map(({ name, level }) => `${level}: ${name}`)],
    ["Connections, and the last day of each", facts?.map(toFactLine) ?? ["could not be read"]],
    [`Log: ${lines.length} of ${logs.length} lines can be shown`, lines.slice(-MOST_LINES)],
  ];
  return `Balcão field report, ${at.toISOString()}\n${sections.map(([title, body]) => `\n## ${title}\n${body.join("\n")}\n`).join("")}`;
}
