import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Optional, Required, Serial } from "./columns.js";

/**
 * An audited action; the table refuses everything but inserts. `client` rows are remarks that a
 * browser sent [D-228].
 */
@Table({ tableName: "audit_entry", underscored: true, freezeTableName: true, timestamps: false })
export class AuditEntry extends Model<InferAttributes<AuditEntry>, InferCreationAttributes<AuditEntry>> {
  @Serial(DataType.BIGINT) declare id: CreationOptional<number>;
  @Required(DataType.DATE, DataType.NOW) declare at: CreationOptional<Date>;
  @Required(DataType.TEXT) declare source: "server" | "client";
  @Required(DataType.TEXT) declare action: string;
  @Required(DataType.TEXT, "") declare description: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare origin: CreationOptional<string>;
  @Optional(DataType.INTEGER) declare userId: number | null;
  @Optional(DataType.UUID) declare sessionId: string | null;
  @Optional(DataType.TEXT) declare ip: string | null;
  @Optional(DataType.INTEGER) declare ticketId: number | null;
  @Optional(DataType.INTEGER) declare contactId: number | null;
  @Optional(DataType.INTEGER) declare queueId: number | null;
  @Optional(DataType.INTEGER) declare connectionId: number | null;
  @Optional(DataType.BIGINT) declare messageId: number | null;
  @Optional(DataType.INTEGER) declare subjectUserId: number | null;
  @Optional(DataType.TEXT) declare relatedKind: string | null;
  @Optional(DataType.INTEGER) declare relatedId: number | null;
}
