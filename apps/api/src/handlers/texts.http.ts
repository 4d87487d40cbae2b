import type { Services } from "@balcao/application/ground/kernel";
import { changeQuestion, createQuestion, deleteQuestion, getQuestion, listQuestions } from "@balcao/application/company/questions";
import {
  changeQuickAnswer,
  countQuickAnswerUse,
  createQuickAnswer,
  deleteQuickAnswer,
  getQuickAnswer,
  listQuickAnswers,
} from "@balcao/application/inbox/quickAnswers";
import { changeTag, createTag, deleteTag, getTag, listTags } from "@balcao/application/people/tags";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** The handlers of tags and of the texts that a team keeps: quick answers and questions of the bot. */
export function textHandlers(services: Services): { readonly [F in "tags" | "quickAnswers" | "questions"]: FeatureHandlers<F> } {
  const run = commandOf(services);
  return {
    tags: {
      list: signedIn(() => listTags(services)),
      get: signedIn((_ctx, input) => getTag(services, input)),
      create: run(createTag),
      change: run(changeTag),
      delete: run(deleteTag),
    },
    quickAnswers: {
      list: run(listQuickAnswers),
      get: run(getQuickAnswer),
      create: signedIn((ctx, input, { files }) => createQuickAnswer(services, ctx, input, files)),
      change: signedIn((ctx, input, { files }) => changeQuickAnswer(services, ctx, input, files)),
      use: run(countQuickAnswerUse),
      delete: run(deleteQuickAnswer),
    },
    questions: {
      list: signedIn(() => listQuestions(services)),
      get: signedIn((_ctx, input) => getQuestion(services, input)),
      create: run(createQuestion),
      change: run(changeQuestion),
      delete: run(deleteQuestion),
    },
  };
}
