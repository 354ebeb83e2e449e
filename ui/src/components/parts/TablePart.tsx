/** A list of like objects as a table; long ones are drawn bit by bit. */
import { Button, Table } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Stranger } from "../Stranger";
import { cell, type Table as Rows } from "../../lib/table";
import classes from "./Parts.module.css";

const ROWS_AT_ONCE = 200;

export function TablePart({ table }: { table: Rows }) {
  const { t } = useTranslation("parts");
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const { columns, rows } = table;
  const left = rows.length - most;
  const align = (column: string) => (rows.every((it) => isNumber(it[column])) ? "right" : undefined);
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
      <div className={classes["tableBox"]} tabIndex={0} role="group" aria-label={t("table")}>
        <Table stickyHeader highlightOnHover verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>{columns.map((it) => <Table.Th key={it} ta={align(it)}><Stranger text={it} /></Table.Th>)}</Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, most).map((row, at) => (
              <Table.Tr key={at}>
                {columns.map((it) => (
                  <Table.Td key={it} ta={align(it)}><Stranger text={cell(row[it])} /></Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <div className={classes["partHead"]}>
        <span>{t("rows", { count: rows.length })}</span>
        {left > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setMost(most + 5 * ROWS_AT_ONCE)}>
            {t("moreRows", { count: Math.min(left, 5 * ROWS_AT_ONCE) })}
          </Button>
        )}
      </div>
    </>
  );
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}
