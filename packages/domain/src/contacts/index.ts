export { COUNTRIES, formatNational, HOME_COUNTRY, joinPhone, splitPhone } from "./countries.js";
export { chooseDestination, hasSeveralDestinations } from "./destination.js";
export type { DestinationFacts, ReachingAddress } from "./destination.js";
export { canonicalPhone, digitsOf, formatPhone, isContactNumber, isSamePhone, phoneForms } from "./phone.js";
export { REDIRECT_SENTENCES, redirectFault, redirectProblem } from "./redirects.js";
export type { RedirectDraft } from "./redirects.js";
export { networkName } from "./networkName.js";
export { readVcard, readVcards, writeVcard } from "./vcard.js";
export type { ContactCard } from "./vcard.js";
