/** What the fields of the form side are given. */
import type { Field, Form } from "./form";

export interface SideProps {
  form: Form;
  /** What is wrong, by field, in words. */
  errors: Partial<Record<Field, string>>;
  /** What the title means for the name. */
  nameHint: string;
  onChange: (change: Partial<Form>) => void;
  /** Asks natively; gives the reference, or null when the person cancelled. */
  askSecret: (field: string, key: string | null) => Promise<string | null>;
  /** Reads a whole command line into command and arguments. */
  onSplit: (line: string) => void;
}
