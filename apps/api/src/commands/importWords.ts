import type { MovingOutlook, MovingReport, UndoReport } from "@balcao/application/roof/moving";

type Say = (line: string) => void;

const n = (value: number): string => value.toLocaleString("en-US");

const REASONS: Readonly<Record<string, string>> = {
  noNumber: "without a number",
  otherNetwork: "of another network",
  noMatch: "without a match",
  noPerson: "of people without a match",
  noContact: "of contacts that were left out",
  noTag: "of tags that were left out",
  noTicket: "of conversations that were left out or are gone",
  noTime: "without a time",
  twice: "twice",
  length: "too short or too long",
  name: "without a name",
  empty: "empty",
  rate: "without a rate from 1 to 5",
  noPlace: "beside a conversation that began meanwhile",
  noFile: "whose file is not there",
  path: "whose file has a name with a folder",
  emptyFile: "whose file is empty",
  tooLarge: "whose file is too large",
  damaged: "whose file is damaged in the archive",
  badFile: "whose file is dangerous",
  noMessage: "of messages that were left out or are gone",
  noFilePlace: "of messages that have no place for a file",
};
const inWords = (reason: string): string => REASONS[reason] ?? reason;

/** What a dry run found. */
export function sayOutlook({ counts, contacts, unmatched }: MovingOutlook, say: Say): void {
  for (const [kind, { rows }] of Object.entries(counts)) {
    const out = kind === "contacts" ? Object.entries(contacts).map(([reason, rows]) => `, ${n(rows)} ${inWords(reason)}`) : [];
    const names = unmatched[kind as keyof typeof unmatched] ?? [];
    const lost = names.length === 0 ? "" : `, ${n(names.length)} without a match here: ${names.slice(0, 20).join(", ")}`;
    say(`${kind}: ${n(rows)}${out.join("")}${lost}`);
  }
  if (unmatched.connections.length > 0)
    say(`connections without a match here: ${unmatched.connections.join(", ")}; the import needs one for each`);
  say("Nothing was written.");
}

/** What an undo has deleted, and what stays. */
export function sayUndone({ messages, tickets, contacts, kept }: UndoReport, say: Say): void {
  say(`Deleted: ${n(messages)} messages, ${n(tickets)} conversations, ${n(contacts)} contacts.`);
  if (kept.length > 0)
    say(`${n(kept.length)} conversations stay, because something was done in them since: ${kept.slice(0, 100).join(", ")}`);
}

/** What a run has done, and whether all of it is here. */
export function sayReport({ kinds, runId }: MovingReport, say: Say): void {
  for (const { kind, there, here, made, changed, leftOut, isWhole } of kinds) {
    const out = leftOut.map(({ reason, rows }) => `, ${n(rows)} ${inWords(reason)} left out`).join("");
    say(`${kind}: ${n(here.rows)} of ${n(there.rows)} (${n(made)} new, ${n(changed)} changed)${out}${isWhole ? "" : " - NOT WHOLE"}`);
  }
  say(`Run ${runId} has ended.`);
}
