export { changeSavedView, createSavedView, deleteSavedView } from "./changeViews.js";
export { listSeenAds } from "./listAds.js";
export { accessView, countSavedViews, listSavedViews } from "./readViews.js";
export { missingOf, toViewTickets } from "./viewTickets.js";
