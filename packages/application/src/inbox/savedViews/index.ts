export { changeSavedView, createSavedView, deleteSavedView } from "./changeViews.js";
export { accessView, countSavedViews, listSavedViews } from "./readViews.js";
export { missingOf, toViewTickets } from "./viewTickets.js";
