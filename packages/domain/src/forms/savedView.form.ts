import { array, boolean, number, object, string, type InferType } from "yup";
import { VIEW_LIMITS } from "../savedViews/index.js";
import { optionalText, requiredText } from "./fields.js";

const { name, chosen, waiting } = VIEW_LIMITS;
const ids = () => array(number().required()).required().max(chosen, "max");
const choice = () => string().default("");
const isWait = (text: string): boolean => text === "" || (/^\d+$/.test(text) && Number(text) >= waiting.min && Number(text) <= waiting.max);

/** A saved view of the inbox; empty texts ask for nothing (D-553). */
export const savedViewForm = object({
  name: requiredText(name),
  status: choice(),
  queueIds: ids(),
  owner: choice(),
  tagIds: ids(),
  whatsappId: choice(),
  waitingMinutes: optionalText(6).trim().test("minutes", "minutes", isWait),
  target: choice(),
  reason: choice(),
  fromAd: boolean().default(false),
  ad: choice(),
  order: choice(),
  /** What the rows show; null for what those of every list show. */
  columns: array(string().required()).nullable().defined(),
  sharedQueueId: choice(),
  pinned: boolean().default(false),
});
export type SavedViewForm = InferType<typeof savedViewForm>;
