export { replaceMessageCells, replaceTicketCells, sumStoredFigures } from "./figureCells.js";
export type { SummedCell, TicketCell, TicketFigures } from "./figureCells.js";
export { currentCursor, noticeChanges, rememberTickets } from "./figureChanges.js";
export {
  addFigureDays,
  deleteFigures,
  findNewestFigureDay,
  findFirstCounted,
  findStaleDay,
  listFigureDays,
  lockFigures,
  markAllFigureDays,
  disownFigureDays,
  markFigureDays,
  raiseFigureVersion,
  readFigureState,
  setFigureCursor,
  settleFigureDay,
} from "./figureDays.js";
export type { StaleDay } from "./figureDays.js";
export { countFigureMessages, countNewFigureMessages, getNewestMessageId, listFigureTickets, sumFigureRatings } from "./figureFacts.js";
export type { FigureKey, MessageCountRow, RatingSumRow, Spans, TicketFactRow } from "./figureFacts.js";
export {
  countContactsAfter,
  countContactsUpTo,
  countTotals,
  getNewestContactId,
  listContactTotals,
  listFigureTicketPage,
  listTicketPairs,
} from "./figureTickets.js";
export type { ContactCountRow, ContactTotalRow, FigureTicketRow } from "./figureTickets.js";
export { countDue, readLongestWaits, readOpenCells, readSignsOfLife } from "./teamNow.js";
export type { DueCell, OpenCell } from "./teamNow.js";
export { listTargetTicketPage, sumTargets } from "./figureTargets.js";
export type { TargetSumRow } from "./figureTargets.js";
