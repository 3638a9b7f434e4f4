"""check.py FILE...: validates label files against GUIDE.md and prints statistics."""
import collections
import json
import re
import sys

A=["name", "age", "birthday", "gender", "origin", "language", "location", "occupation", "education", "relationship", "family", "pet", "health", "allergy", "diet", "schedule", "hobby", "skill", "like", "dislike", "goal", "possession", "belief", "personality"]
bad=0; seen={}; n=collections.Counter(); asp=collections.Counter(); lang=collections.Counter()
D=re.compile(r"^\d{4}(-\d{2}(-\d{2})?|-W\d{2})?$")
for f in sys.argv[1:]:
    for i,l in enumerate(open(f,encoding='utf-8'),1):
        if not l.strip(): continue
        def err(m):
            global bad; bad+=1; print(f"{f}:{i}: {m}")
        try: r=json.loads(l)
        except Exception as e: err(e); continue
        if list(r)!=["id","lang","date","prev","text","topic","attributes","events","clues"]: err("fields "+",".join(r)); continue
        t=r["text"]
        k=re.sub(r"\W+","",t.lower())
        if k in seen: err("duplicate of "+seen[k])
        seen[k]=r["id"]
        for a in r["attributes"]:
            if list(a)!=["aspect","value","quote"]: err("attribute fields"); continue
            if a["aspect"] not in A: err("aspect "+a["aspect"])
            if a["quote"] not in t: err("quote not in text: "+a["quote"])
            if not a["value"] or len(a["value"])>80: err("value")
            asp[a["aspect"]]+=1
        for e in r["events"]:
            if list(e)!=["event","quote","date"]: err("event fields"); continue
            if e["quote"] not in t: err("quote not in text: "+e["quote"])
            if e["date"] is not None and not D.match(e["date"]): err("date "+str(e["date"]))
        for c in r["clues"]:
            if c not in t: err("clue not in text: "+c)
        lang[r["lang"]]+=1; n["all"]+=1
        n["empty" if not r["attributes"] and not r["events"] else "event only" if not r["attributes"] else "attributes"]+=1
print(dict(n),dict(lang)); print(asp.most_common()); print("errors",bad); sys.exit(bad>0)
