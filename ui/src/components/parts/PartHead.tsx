/** The line above a part of a result: what it is, and where it is from. */
import { Stranger } from "../Stranger";
import classes from "./Parts.module.css";

export function PartHead({ title, detail }: { title: string; detail?: string | undefined }) {
  return (
    <div className={classes["partHead"]}>
      <Stranger text={title} />
      {detail !== undefined && detail !== "" && <span className="mono cut"><Stranger text={detail} title /></span>}
    </div>
  );
}
