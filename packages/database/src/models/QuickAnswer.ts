import type { Deeds } from "@balcao/domain/quickAnswers";
import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Generated, Optional, Required, Serial } from "./columns.js";

/** A text that is sent often, with files where some belong to it. */
@Table({ tableName: "quick_answer", underscored: true, freezeTableName: true })
export class QuickAnswer extends Model<
  InferAttributes<QuickAnswer>,
  InferCreationAttributes<QuickAnswer, { omit: "shortcutKey" | "search" }>
> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare shortcut: string;
  @Required(DataType.TEXT) declare message: string;
  /** The first file. */
  @Optional(DataType.UUID) declare fileId: CreationOptional<string | null>;
  /** The files after the first one, in their order. */
  @Required(DataType.ARRAY(DataType.UUID), []) declare moreFileIds: CreationOptional<string[]>;
  /** The queue whose people have it; with neither queue nor owner everybody has it. */
  @Optional(DataType.INTEGER) declare queueId: CreationOptional<number | null>;
  /** The person who alone has it. */
  @Optional(DataType.INTEGER) declare ownerId: CreationOptional<number | null>;
  @Required(DataType.INTEGER, 0) declare usedCount: CreationOptional<number>;
  /** Who made it; null where nobody is known. */
  @Optional(DataType.INTEGER) declare userId: CreationOptional<number | null>;
  /** What it does to the conversation after its text; null for nothing. */
  @Optional(DataType.JSONB) declare deeds: CreationOptional<Deeds | null>;
  @Generated(DataType.TEXT) declare readonly shortcutKey: string;
  @Generated(DataType.TEXT) declare readonly search: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}
