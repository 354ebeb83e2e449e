/** The rules on which tool calls run without a question. */
export default function ApprovalsPage() {
  return null;
}
