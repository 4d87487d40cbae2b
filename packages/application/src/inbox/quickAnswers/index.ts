export { changeQuickAnswer, createQuickAnswer, deleteQuickAnswer, countQuickAnswerUse } from "./changeQuickAnswers.js";
export { getQuickAnswer, listQuickAnswers, toQuickAnswerView } from "./readQuickAnswers.js";
