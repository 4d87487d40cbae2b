export { deleteOldAiAnswers, findAiAnswer, insertAiAnswer, takeAiRequest } from "./aiAnswers.js";
