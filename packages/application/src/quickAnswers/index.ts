export { changeQuickAnswer, createQuickAnswer, deleteQuickAnswer } from "./changeQuickAnswers.js";
export { getQuickAnswer, listQuickAnswers, toQuickAnswerView } from "./readQuickAnswers.js";
