import { cleanText, movedColor, type MovedPerson, type MovedQueue, type MovedQuickAnswer, type MovedTag } from "@balcao/domain/moving";
import {
  ensureMovedAnswer,
  ensureMovedQueue,
  ensureMovedTag,
  insertMovedPerson,
  listTagsByName,
  type NewItem,
} from "@balcao/database/moving";
import { leave, matchByName, put, type Writer } from "./scene.js";

/** People by their e-mail; without one of ours they are kept as inactive rows or as names in what they wrote. No password comes along. */
export const writePeople: Writer<MovedPerson> = async ({ directory, options, run }, tx, fresh) => {
  const ours = new Map(
    [...directory.current().users.values()].filter(({ deleted }) => !deleted).map(({ email, id }) => [email.toLowerCase(), id]),
  );
  const items: NewItem[] = [];
  for (const { sourceKey, name, email } of fresh) {
    const written = email?.trim().toLowerCase() ?? "";
    const wanted = options.map.people[written] === undefined ? written : (options.map.people[written] ?? "").toLowerCase();
    const found = ours.get(wanted);
    if (found !== undefined) items.push(put(sourceKey, found, false));
    else if (options.people === "text") items.push(leave(sourceKey, "noMatch"));
    else {
      const address = written === "" ? `antigo.${run.sourceId}.${sourceKey}@moved.invalid` : written;
      const made = await insertMovedPerson(tx, `antigo: ${cleanText(name)}`.slice(0, 50).trim(), address);
      items.push(made === null ? leave(sourceKey, "noMatch") : put(sourceKey, made, true));
      // Two of theirs with one e-mail are one of ours.
      if (made !== null) ours.set(address, made);
    }
  }
  return { items };
};

export const writeQueues: Writer<MovedQueue> = async ({ directory, options }, tx, fresh) => {
  const ours = [...directory.current().queues.values()];
  const items: NewItem[] = [];
  for (const { sourceKey, name, color } of fresh) {
    const found = matchByName(name, ours, options.map.queues);
    if (found) items.push(put(sourceKey, found.id, false));
    else if (!options.makesQueues || options.map.queues[name] === null || name.length < 2) items.push(leave(sourceKey, "noMatch"));
    else {
      const { id, made } = await ensureMovedQueue(tx, cleanText(name).slice(0, 250).trim(), movedColor(color));
      items.push(put(sourceKey, id, made));
    }
  }
  return { items };
};

export const writeTags: Writer<MovedTag> = async ({ options }, tx, fresh) => {
  const ours = await listTagsByName(tx);
  const items: NewItem[] = [];
  for (const { sourceKey, name, color } of fresh) {
    const clean = cleanText(name).trim().slice(0, 50);
    const found = matchByName(clean, ours, options.map.tags);
    if (found) items.push(put(sourceKey, found.id, false));
    else if (clean.length < 2 || options.map.tags[clean] === null) items.push(leave(sourceKey, clean.length < 2 ? "name" : "noMatch"));
    else {
      const { id, made } = await ensureMovedTag(tx, clean, movedColor(color));
      items.push(put(sourceKey, id, made));
    }
  }
  return { items };
};

/** Everybody's quick answers and those of people who are here; one whose shortcut is taken here stays as it is. */
export const writeQuickAnswers: Writer<MovedQuickAnswer> = async (scene, tx, fresh) => {
  const people = await scene.ours(tx, "people");
  const items: NewItem[] = [];
  for (const { sourceKey, shortcut, message, personKey } of fresh) {
    const [short, text] = [cleanText(shortcut).replace(/^\//, "").trim(), cleanText(message)];
    const owner = personKey === null ? null : people.get(personKey);
    if (owner === undefined) items.push(leave(sourceKey, "noPerson"));
    else if ([...short].length < 2 || [...short].length > 25 || [...text].length < 8 || [...text].length > 30_000)
      items.push(leave(sourceKey, "length"));
    else {
      const { id, made } = await ensureMovedAnswer(tx, short, text, owner);
      items.push(put(sourceKey, id, made));
    }
  }
  return { items };
};
