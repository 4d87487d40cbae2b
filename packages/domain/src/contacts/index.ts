export {
  readBrazilian,
  canonicalPhone,
  digitsOf,
  formatPhone,
  isContactNumber,
  isSamePhone,
  phoneForms,
  searchForms,
  networkName,
} from "./phone.js";
export { COUNTRIES, formatNational, joinPhone, splitPhone, zoneOfNumber } from "./countries.js";
export { chooseDestination, hasSeveralDestinations, type DestinationFacts, type ReachingAddress } from "./destination.js";
export { REDIRECT_SENTENCES, redirectFault, redirectProblem, type RedirectDraft } from "./redirects.js";
export { addressLine, namedVcard, readVcard, readVcards, writeVcard, type ContactCard } from "./vcard.js";
