/** The part of its page that is worked in. */
export default function SelectionDesk() {
  return null;
}
