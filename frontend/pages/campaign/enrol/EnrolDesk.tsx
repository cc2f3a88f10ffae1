/** The part of its page that is worked in. */
export default function EnrolDesk() {
  return null;
}
