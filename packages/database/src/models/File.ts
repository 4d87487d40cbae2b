import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Key, Optional, Required } from "./columns.js";

export type FileOwnerKind = "message" | "contact" | "user" | "quickAnswer" | "chatMessage" | "report" | "company" | "incoming";

/**
 * A stored file: who may open its owner may open it (ADR 30). Sizes in bytes, lengths in
 * seconds.
 */
@Table({ tableName: "file", underscored: true, freezeTableName: true, timestamps: false })
export class File extends Model<InferAttributes<File>, InferCreationAttributes<File>> {
  @Key(DataType.UUID) declare id: string;
  @Required(DataType.TEXT) declare path: string;
  @Required(DataType.TEXT) declare sha256: string;
  @Required(DataType.BIGINT) declare size: number;
  @Required(DataType.TEXT) declare mime: string;
  @Required(DataType.TEXT) declare extension: string;
  @Required(DataType.TEXT) declare originalName: string;
  @Required(DataType.BOOLEAN, false) declare inlineAllowed: CreationOptional<boolean>;
  @Optional(DataType.INTEGER) declare width: number | null;
  @Optional(DataType.INTEGER) declare height: number | null;
  @Optional(DataType.INTEGER) declare seconds: number | null;
  @Optional(DataType.SMALLINT) declare channels: number | null;
  @Required(DataType.TEXT) declare ownerKind: FileOwnerKind;
  @Optional(DataType.BIGINT) declare ownerId: number | null;
  @Required(DataType.DATE, DataType.NOW) declare createdAt: CreationOptional<Date>;
}
