export { changeSavedView, createSavedView, deleteSavedView } from "./changeViews.js";
export { listSeenAds, accessView, countSavedViews, listSavedViews, missingOf, toViewTickets } from "./readViews.js";
