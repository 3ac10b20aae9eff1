// The headers that pages cannot set: the list of the Fetch standard.

const NAMES = "accept-charset accept-encoding access-control-request-.* connection content-length cookie2? "
  + "date dnt expect host keep-alive origin permissions-policy proxy-.* referer sec-.* set-cookie te trailer "
  + "transfer-encoding upgrade via";
export const FORBIDDEN_HEADERS = new RegExp(`^(?:${NAMES.replaceAll(" ", "|")})$`, "i");
