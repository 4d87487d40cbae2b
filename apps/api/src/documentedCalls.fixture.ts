import { connectionCalls } from "./documentedCalls/connectionCalls.fixture.js";
import { contactCalls } from "./documentedCalls/contactCalls.fixture.js";
import type { CallScene, DocumentedCall } from "./documentedCalls/documentedCall.fixture.js";
import { chatCalls } from "./documentedCalls/chatCalls.fixture.js";
import { dashboardCalls } from "./documentedCalls/dashboardCalls.fixture.js";
import { labelCalls } from "./documentedCalls/labelCalls.fixture.js";
import { messageCalls } from "./documentedCalls/messageCalls.fixture.js";
import { otherCalls, protocolCalls, pushCalls, reportCalls } from "./documentedCalls/otherCalls.fixture.js";
import { sendCalls } from "./documentedCalls/sendCalls.fixture.js";
import { queueCalls, userCalls } from "./documentedCalls/peopleCalls.fixture.js";
import { logoutCalls, sessionCalls } from "./documentedCalls/sessionCalls.fixture.js";
import { ticketCalls, ticketChangeCalls } from "./documentedCalls/ticketCalls.fixture.js";

/**
 * One request per documented call, with the fields and spellings that the specification gives, in an order in which all of them succeed.
 * Written from the specification and not from our own client: a documented client must keep working.
 */
export function documentedCalls(scene: CallScene): DocumentedCall[] {
  return [
    ...sessionCalls(scene),
    ...ticketCalls(scene),
    ...messageCalls(scene),
    ...protocolCalls(scene),
    ...reportCalls(scene),
    ...ticketChangeCalls(scene),
    ...contactCalls(scene),
    ...chatCalls(scene),
    ...userCalls(scene),
    ...queueCalls(scene),
    ...labelCalls(scene),
    ...sendCalls(scene),
    ...connectionCalls(scene),
    ...dashboardCalls(scene),
    ...otherCalls(scene),
    ...pushCalls(scene),
    ...logoutCalls(),
  ];
}
