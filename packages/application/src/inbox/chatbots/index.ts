export { answerChatbotTurn } from "./answerChatbotTurn.js";
export type { ChatbotClients } from "./answerChatbotTurn.js";
export { createAskTypebot } from "./askTypebot.js";
