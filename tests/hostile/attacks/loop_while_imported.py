# shows: import fails
# threat: time
# when: import
"""Never ends to be imported, whatever is raised."""

while True:
    try:
        while True:
            pass
    except:
        continue
