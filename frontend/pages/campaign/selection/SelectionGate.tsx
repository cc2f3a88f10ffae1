/** The part of its page that is worked in. */
export default function SelectionGate() {
  return null;
}
