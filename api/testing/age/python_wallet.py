"""A wallet of another hand and in another language, for `npm run test:age-python`.

The documents are made by isomdoc, the answer by cbor2 and cryptography, from ISO/IEC 18013-5 and
OpenID4VP 1.0, B.2.6.1. Prints the certificate of its issuer as a line of JSON, then answers each
order (a line of JSON) by HTTP and prints what the site replied.
"""

import base64
import hashlib
import json
import sys
import urllib.parse
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.x509.oid import NameOID
from isomdoc.create.create_mdoc import create_mdoc

NOW = datetime.fromtimestamp(int(sys.argv[1]) / 1000, timezone.utc)
DAY = timedelta(days=1)
MDOC_SIGNER = x509.ObjectIdentifier("1.0.18013.5.1.2")


def named(name):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def certificate(subject, issuer, key, signing_key, authority):
    builder = (
        x509.CertificateBuilder()
        .subject_name(named(subject))
        .issuer_name(named(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - DAY)
        .not_valid_after(NOW + 365 * DAY)
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if not authority:
        builder = builder.add_extension(x509.ExtendedKeyUsage([MDOC_SIGNER]), critical=True)
    return builder.sign(signing_key, hashes.SHA256())


def new_key():
    return ec.generate_private_key(ec.SECP256R1())


ROOT_KEY, SIGNER_KEY = new_key(), new_key()
ROOT = certificate("Python root", "Python root", ROOT_KEY, ROOT_KEY, True)
SIGNER = certificate("Python signer", "Python root", SIGNER_KEY, ROOT_KEY, False)


def transcript(order):
    info = [order["clientId"], order["nonce"], None, order["responseUri"]]
    digest = hashlib.sha256(cbor2.dumps(info)).digest()
    return [None, None, ["OpenID4VPHandover", digest]]


def device_signed(order, key):
    name_spaces = cbor2.CBORTag(24, cbor2.dumps({}))
    authentication = ["DeviceAuthentication", transcript(order), order["docType"], name_spaces]
    payload = cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(authentication)))
    protected = cbor2.dumps({1: -7})
    to_sign = cbor2.dumps(["Signature1", protected, b"", payload])
    r, s = decode_dss_signature(key.sign(to_sign, ec.ECDSA(hashes.SHA256())))
    signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    device_auth = {"deviceSignature": [protected, {}, None, signature]}
    return {"nameSpaces": name_spaces, "deviceAuth": device_auth}


def present(order):
    key = new_key()
    document = create_mdoc(order["docType"], [SIGNER], SIGNER_KEY)
    document.add_data_item(order["nameSpace"], "age_over_18", order["over"])
    issued = document.generate_credential(
        key.public_key(), NOW, NOW - timedelta(hours=1), NOW + 30 * DAY
    )
    # A mistake: the key in the document is not the one that signs the answer.
    signing_key = new_key() if order.get("otherDevice") else key
    shown = {
        "docType": order["docType"],
        "issuerSigned": cbor2.loads(issued),
        "deviceSigned": device_signed(order, signing_key),
    }
    return cbor2.dumps({"version": "1.0", "documents": [shown], "status": 0})


def answer(order):
    token = base64.urlsafe_b64encode(present(order)).decode().rstrip("=")
    form = {"vp_token": json.dumps({order["credentialId"]: [token]}), "state": order["state"]}
    request = urllib.request.Request(
        order["responseUri"], data=urllib.parse.urlencode(form).encode()
    )
    try:
        with urllib.request.urlopen(request) as reply:
            return {"status": reply.status, "body": json.load(reply)}
    except urllib.error.HTTPError as refused:
        return {"status": refused.code, "body": json.load(refused)}


def say(line):
    print(json.dumps(line), flush=True)


say({"anchor": ROOT.public_bytes(serialization.Encoding.PEM).decode()})
for line in sys.stdin:
    say(answer(json.loads(line)))
