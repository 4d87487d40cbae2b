export { changeQuickAnswer, createQuickAnswer, deleteQuickAnswer } from "./changeQuickAnswers.js";
export { countQuickAnswerUse } from "./countUse.js";
export { getQuickAnswer, listQuickAnswers, toQuickAnswerView } from "./readQuickAnswers.js";
