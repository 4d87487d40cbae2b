export { answerNextCall } from "./answerGatewayCalls.js";
export { askGateway } from "./askGateway.js";
