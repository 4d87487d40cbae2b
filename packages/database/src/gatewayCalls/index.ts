export {
  answerGatewayCall,
  deleteGatewayCall,
  insertGatewayCall,
  readGatewayCall,
  refuseGatewayCall,
  takeGatewayCall,
} from "./gatewayCalls.js";
export type { GatewayCallRow } from "./gatewayCalls.js";
