#!/usr/bin/env python3
"""Verifies `plomada audit export --proof` without Plomada: needs Python 3 and OpenSSL 3.

    python3 verify-audit-export.py registro.ndjson clave.pem

`clave.pem` is the public key that the installation gave out (`plomada certificate key`). Prints a line for each chain and exits with 0 if every line is
as it was written and signed, with 1 otherwise.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile


def canonical(value):
    """RFC 8785. The lines have only texts, whole numbers, nulls and objects with ASCII names, for which this is the same."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def is_signed(checkpoint, key_file):
    text = "plomada audit 1\n%d:%s\n%d:%s\n" % tuple(checkpoint[name] for name in ("seq", "hash", "previous_seq", "previous_hash"))
    with tempfile.TemporaryDirectory() as folder:
        files = {"text": text.encode(), "signature": base64.b64decode(checkpoint["signature"])}
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key_file, "-rawin"]
        command += ["-in", os.path.join(folder, "text"), "-sigfile", os.path.join(folder, "signature")]
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def check(lines, proof, key_file):
    """Returns what is wrong with a chain, or None."""
    before = None
    for line in lines:
        if hashlib.sha256(canonical({name: value for name, value in line.items() if name != "hash"})).hexdigest() != line["hash"]:
            return "line %d was changed" % line["seq"]
        if before is not None and (line["seq"] != before["seq"] + 1 or line["previous"] != before["hash"]):
            return "line %d does not follow line %d" % (line["seq"], before["seq"])
        before = line
    checkpoint = proof["checkpoint"]
    if checkpoint is None or before is None or checkpoint["seq"] != before["seq"] or checkpoint["hash"] != before["hash"]:
        return "the last line is not the signed one"
    return None if is_signed(checkpoint, key_file) else "the signature is not of this key"


def main(export, key_file):
    lines, is_good, proofs = [], True, 0
    with open(export, encoding="utf-8") as file:
        for text in file:
            record = json.loads(text)
            if "proof" not in record:
                lines.append(record)
                continue
            proofs += 1
            wrong = check(lines, record["proof"], key_file)
            name = record["proof"].get("node", "")
            print("%s%s" % (name and name + ": ", wrong or "%d lines, %d to %d, as they were written" % (len(lines), lines[0]["seq"], lines[-1]["seq"])))
            is_good, lines = is_good and wrong is None, []
    if lines or proofs == 0:
        print("lines without a proof")
        is_good = False
    return 0 if is_good else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
